/** The example zone of RFC 4035, Appendix A, before it was signed. */
export const rfc4035Zone = `$ORIGIN example.
$TTL 3600
@ IN SOA ns1.example. bugs.x.w.example. 1081539377 3600 300 3600000 3600
@ IN NS ns1.example.
@ IN NS ns2.example.
@ IN MX 1 xx.example.
a IN NS ns1.a.example.
a IN NS ns2.a.example.
a IN DS 57855 5 1 B6DCD485719ADCA18E5F3D48A2331627FDD3636B
ns1.a IN A 192.0.2.5
ns2.a IN A 192.0.2.6
ai IN A 192.0.2.9
ai IN HINFO "KLH-10" "ITS"
ai IN AAAA 2001:db8::f00:baa9
b IN NS ns1.b.example.
b IN NS ns2.b.example.
ns1.b IN A 192.0.2.7
ns2.b IN A 192.0.2.8
ns1 IN A 192.0.2.1
ns2 IN A 192.0.2.2
*.w IN MX 1 ai.example.
x.w IN MX 1 xx.example.
x.y.w IN MX 1 xx.example.
xx IN A 192.0.2.10
xx IN HINFO "KLH-10" "TOPS-20"
xx IN AAAA 2001:db8::f00:baaa
`;

/** The example zone of RFC 5155, Appendix A, before it was signed: the same, with a delegation that the chain may leave out. */
export const rfc5155Zone = `${rfc4035Zone}c IN NS ns1.c.example.
c IN NS ns2.c.example.
ns1.c IN A 192.0.2.7
ns2.c IN A 192.0.2.8
`;
