package columns

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
)

func service(s *corev1.Service, now time.Time) []string {
	ip := none
	if len(s.Spec.ClusterIPs) > 0 {
		ip = s.Spec.ClusterIPs[0]
	} else if s.Spec.ClusterIP != "" {
		ip = s.Spec.ClusterIP
	}
	return []string{s.Name, string(s.Spec.Type), ip, externalIP(s), ports(s.Spec.Ports), age(s, now), labelSet(s.Spec.Selector)}
}

func externalIP(s *corev1.Service) string {
	switch s.Spec.Type {
	case corev1.ServiceTypeExternalName:
		return s.Spec.ExternalName
	case corev1.ServiceTypeLoadBalancer:
		list := balancers(s.Status.LoadBalancer)
		if len(s.Spec.ExternalIPs) > 0 {
			list = append(list, s.Spec.ExternalIPs...)
		}
		return cmp.Or(strings.Join(list, ","), "<pending>")
	case corev1.ServiceTypeClusterIP, corev1.ServiceTypeNodePort:
		return cmp.Or(strings.Join(s.Spec.ExternalIPs, ","), none)
	}
	return unknown
}

// balancers are the addresses of the load balancer, each once, in order.
func balancers(s corev1.LoadBalancerStatus) []string {
	var list []string
	for _, i := range s.Ingress {
		list = append(list, cmp.Or(i.IP, i.Hostname))
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(a string) bool { return a == "" })
}

func ports(list []corev1.ServicePort) string {
	var out []string
	for _, p := range list {
		text := fmt.Sprintf("%d/%s", p.Port, p.Protocol)
		if p.NodePort > 0 {
			text = fmt.Sprintf("%d:%d/%s", p.Port, p.NodePort, p.Protocol)
		}
		out = append(out, text)
	}
	return cmp.Or(strings.Join(out, ","), none)
}

//lint:ignore SA1019 dumps of older clusters hold Endpoints
func endpoints(e *corev1.Endpoints, now time.Time) []string {
	var list []string
	for _, s := range e.Subsets {
		for _, a := range s.Addresses {
			if len(s.Ports) == 0 {
				list = append(list, a.IP)
			}
		}
		for _, p := range s.Ports {
			for _, a := range s.Addresses {
				list = append(list, hostPort(a.IP, p.Port))
			}
		}
	}
	otherwise := ""
	if len(e.Subsets) == 0 {
		otherwise = none
	}
	return []string{e.Name, listed(list, otherwise), age(e, now)}
}

func hostPort(ip string, port int32) string {
	if strings.Contains(ip, ":") {
		ip = "[" + ip + "]"
	}
	return ip + ":" + strconv.Itoa(int(port))
}

func endpointSlice(e *discoveryv1.EndpointSlice, now time.Time) []string {
	var ports, addresses []string
	for _, p := range e.Ports {
		switch {
		case p.Port != nil:
			ports = append(ports, number(*p.Port))
		case p.Name != nil:
			ports = append(ports, *p.Name)
		default:
			ports = append(ports, "*")
		}
	}
	for _, p := range e.Endpoints {
		addresses = append(addresses, p.Addresses...)
	}
	return []string{e.Name, string(e.AddressType), listed(ports, unset), listed(addresses, unset), age(e, now)}
}

func ingress(i *networkingv1.Ingress, now time.Time) []string {
	class := none
	if i.Spec.IngressClassName != nil {
		class = *i.Spec.IngressClassName
	}
	var hosts, addresses []string
	for _, r := range i.Spec.Rules {
		if r.Host != "" {
			hosts = append(hosts, r.Host)
		}
	}
	for _, b := range i.Status.LoadBalancer.Ingress {
		addresses = append(addresses, cmp.Or(b.IP, b.Hostname))
	}
	slices.Sort(addresses)
	port := "80"
	if len(i.Spec.TLS) > 0 {
		port = "80, 443"
	}
	return []string{i.Name, class, listed(hosts, "*"), strings.Join(slices.Compact(addresses), ","), port, age(i, now)}
}

func ingressClass(c *networkingv1.IngressClass, now time.Time) []string {
	parameters := none
	if p := c.Spec.Parameters; p != nil {
		parameters = p.Kind
		if g := value(p.APIGroup); g != "" {
			parameters += "." + g
		}
		parameters += "/" + p.Name
	}
	return []string{c.Name, c.Spec.Controller, parameters, age(c, now)}
}

func networkPolicy(p *networkingv1.NetworkPolicy, now time.Time) []string {
	return []string{p.Name, selector(&p.Spec.PodSelector), age(p, now)}
}
