package message

import "testing"

// TestAwaitedBy reads what init containers wait for out of their commands.
func TestAwaitedBy(t *testing.T) {
	for command, want := range map[string]string{
		"sh -c until nc -z db.shop.svc.cluster.local 5432 -w 2; do sleep 2; done":                               "db.shop.svc.cluster.local",
		"sh -c until nc -w 1 -z rabbitmq 5672; do echo waiting; sleep 2; done":                                  "rabbitmq",
		"sh -c until nslookup mydb; do echo waiting for mydb; sleep 2; done":                                    "mydb",
		"sh -c while ! pg_isready -h pg-rw -p 5432; do sleep 1; done":                                           "pg-rw",
		"bash -c until mysqladmin ping --host=mysql -u root; do sleep 1; done":                                  "mysql",
		"sh -c until curl -sf http://config-server:8888/actuator/health; do sleep 1; done":                      "config-server",
		"bash -c while ! (echo > /dev/tcp/kafka-0.kafka/9092); do sleep 1; done":                                "kafka-0.kafka",
		"wait-for-it.sh redis:6379 --timeout=0":                                                                 "redis",
		"dockerize -wait tcp://elk:9200":                                                                        "elk",
		"sh -c until nc -z $DB_HOST $DB_PORT; do sleep 2; done":                                                 "",
		"sh -c until nc -z localhost 15021; do sleep 1; done":                                                   "",
		`sh -c until nc -z -w1 127.0.0.1 9092; do echo "waiting for kafka.orders.svc:9092"; sleep 10; done`:     "",
		`sh -c until nc -z db 5432; do echo waiting for pg.shop.svc:5432 to come up; sleep 1; done`:             "db",
		`sh -c while ! nc -z "$HOST" 80; do printf 'no answer of api:8080 yet\n' >&2; sleep 1; done`:            "",
		`sh -c echo wait-for redis:6379; until curl -sf "http://config:8888/health"; do sleep 1; done`:          "config",
		`sh -c until test -e /ready; do echo "http://api.shop.svc:80 is not there" | tee -a log; sleep 1; done`: "",
		`sh -c until nc -z 127.0.0.1 9092; do echo >&2 "waiting for kafka:9092"; sleep 1; done`:                 "",
		"sh -c chown -R 1000:1000 /data":                                                                        "",
		"sh -c until [ -f /vault/token ]; do sleep 1; done":                                                     "",
		"migrate -database postgres://db:5432/app up":                                                           "",
		"sh -c while true; do date; sleep 60; done":                                                             "",
	} {
		if got := AwaitedBy(command); got != want {
			t.Errorf("AwaitedBy(%q) = %q, want %q", command, got, want)
		}
	}
}
