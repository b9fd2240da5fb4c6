package message

import (
	"fmt"
	"testing"
)

// TestConnections reads how programs of many languages say that they could not reach another host.
func TestConnections(t *testing.T) {
	for text, want := range map[string]string{
		"dial tcp: lookup es: no such host":                                                                     "a host name that does not resolve es:0",
		"[error] es:9200 unreachable, giving up":                                                                "a connection that could not be made es:9200",
		"wait-for-it.sh: timeout occurred after waiting 15 seconds for db:5432":                                 "a connection that timed out db:5432",
		"socket.gaierror: [Errno -2] Name or service not known: redis":                                          "a host name that does not resolve redis:0",
		"HTTPConnectionPool(host='auth', port=8080): Max retries exceeded (Caused by … [Errno 111])":            "a refused connection auth:8080",
		"redis.exceptions.ConnectionError: Error -2 connecting to redis:6379. Name or service not known.":       "a host name that does not resolve redis:6379",
		"Error: getaddrinfo ENOTFOUND kafka-0.kafka":                                                            "a host name that does not resolve kafka-0.kafka:0",
		"Failed to connect to seed broker: Connection timeout (kafka:9092)":                                     "a connection that timed out kafka:9092",
		"Caused by: java.net.UnknownHostException: mysql: Name or service not known":                            "a host name that does not resolve mysql:0",
		"CommunicationsException: Communications link failure":                                                  "a connection that could not be made :0",
		"org.postgresql.util.PSQLException: Connection to db:5432 refused.":                                     "a refused connection db:5432",
		"ConfigException: No resolvable bootstrap urls given in bootstrap.servers":                              "a host name that does not resolve :0",
		"io.lettuce.core.RedisConnectionException: Unable to connect to redis:6379":                             "a connection that could not be made redis:6379",
		"Connection refused - connect(2) for redis:6379 (Redis::CannotConnectError)":                            "a refused connection redis:6379",
		"Mysql2::Error::ConnectionError: Can't connect to MySQL server on 'mysql' (115)":                        "a connection that could not be made mysql:0",
		"SQLSTATE[HY000] [2002] php_network_getaddresses: getaddrinfo for mysql failed":                         "a host name that does not resolve mysql:0",
		"PDOException: SQLSTATE[HY000] [2002] Connection refused in /app/db.php:12":                             "a refused connection :0",
		"RabbitMQ.Client.Exceptions.BrokerUnreachableException: None of the specified endpoints were reachable": "a connection that could not be made :0",
		"It was not possible to connect to the redis server(s). UnableToConnect on redis:6379/Interactive":      "a connection that could not be made redis:6379",
		"dns error: failed to lookup address information: Try again":                                            "a host name that does not resolve :0",
		`connection to server at "pg" (10.3.4.5), port 5432 failed: timeout expired`:                            "a connection that timed out pg:5432",
		"curl: (7) Failed to connect to config-server port 8888 after 3 ms: Couldn't connect to server":         "a connection that could not be made config-server:8888",
		"wget: can't connect to remote host (10.1.2.3): Connection refused":                                     "a refused connection 10.1.2.3:0",
		`host not found in upstream "backend" in /etc/nginx/conf.d/default.conf:3`:                              "a host name that does not resolve backend:0",
		`{application_start_failure,app,{econnrefused,{\"db\",5432}}}`:                                          "a refused connection db:5432",
		"internal error: entered unreachable code: state 7":                                                     "an unhandled exception :0",
		`FATAL: password authentication failed for user "app" (could not connect to server)`:                    "a refused login :0",
	} {
		l := ParseLog(text)
		if got := fmt.Sprintf("%s %s:%d", l.Fault.Words(), l.Host, l.Port); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}
