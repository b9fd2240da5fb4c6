package redact

import "strings"

// harmless are names that tell nothing about a cluster's owner: Kubernetes' own, and words of its messages and of ours, which
// would be unreadable without them. A name that is one of them stays.
var harmless = set(`
default kube-system kube-public kube-node-lease kubernetes localhost minikube control-plane master cluster cluster.local
kube-apiserver kube-scheduler kube-controller-manager kube-proxy coredns kube-dns etcd metrics-server kubelet containerd docker
dockerd cri-o crio runc
kube-root-ca.crt default-scheduler kubectl kubeadm kubernetes-admin istio-proxy istio-init linkerd-proxy
kubelet-delegated resourcequota limitrange namespaces pods nodes services endpoints secrets configmaps deployments statefulsets
daemonsets replicasets jobs cronjobs events
pod node service endpoint secret configmap deployment statefulset daemonset replicaset replicationcontroller job cronjob event
namespace container image volume volumes
persistentvolumeclaim persistentvolume storageclass pvc pv pvcs ingress networkpolicy serviceaccount role rolebinding runtimeclass
priorityclass lease quota webhook
apps batch core v1 v2 v1beta1 policy storage autoscaling scheduling rbac admission apiserver api-server
get describe logs log exec apply patch edit top rollout delete scale create run set status spec metadata labels label annotations
annotation template selector
containers initcontainers containerstatuses init ephemeral sidecar sidecars app application main server proxy agent command args env
envfrom name names value key keys
memory cpu disk storage network limits limit requests request resources resource ports port host hosts hostpath path file files dir
directory mount mounts volumemounts
data config configuration settings setting token tokens password credential credentials cookie signature argument auth cert
certificate certs redacted hidden
running waiting terminated pending succeeded failed unknown completed error errors warning info normal ready unready healthy unhealthy
available progressing
scheduled unschedulable initialized created started killed killing evicted preempted pulled pulling backoff back-off restarted restart
restarts oomkilled crashloopbackoff imagepullbackoff errimagepull
reason message condition conditions state states phase type kind owner subject field fields text line lines time times date count age
uid id ip
liveness readiness startup probe probes hook hooks poststart prestop http https tcp udp grpc tls ssl dns url uri get post put head
exit exits exited code signal process processes program binary shell sh bash entrypoint user group root kernel system
first last since until before after now then while when where what which who whose how many more most less least only also again never
always still
true false null none nil yes no not and or of on in to at by as is it its be an the for from with without was were are has have had
does do did
one two three all any each every other others another same new old next previous current
connection connect refused timeout timed out closed reset denied forbidden unauthorized invalid missing absent exist exists existing
found lacks lack
latest stable edge nightly alpine slim main dev prod production staging test debug release beta alpha rc lts nonroot
cause causes impact trigger evidence unexplained explained incident incidents change changes timeline report check ask fix likely
possible confirmed
dump dumps bundle support-bundle must-gather cluster-info cluster-dump cluster-info-dump snapshot pods-json all everything logs.txt
text json yaml html md txt tar gz tgz zip zst xml
over under near own its taint taints toleration tolerations affinity topology zone region hostname arch os linux amd64 arm64 windows
finalizer finalizers deletion grace period deadline revision generation replica replicas update updates rolling surge budget
registry repository tag digest manifest pull push registry-mirror schema database table query
kubernetes.io k8s.io volume-mount kube-api-access projected emptydir csi nfs attach detach attached provisioner driver
if so no up us we go he me my you they them their he she that this these those than too very can could may might must shall should
will would nor but yet either
neither both few several such just about above against below between during into out through down off here there because however
`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
