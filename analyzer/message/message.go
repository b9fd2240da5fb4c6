// Package message reads the texts that Kubernetes components write: what the scheduler, the API server, kubelets and
// controllers say about a Pod. In go texts of any version, out come typed values; what is of no known shape stays verbatim.
package message
