/** Names that hosts are commonly given, the usual ones first. */
export const usualNames: readonly string[] = (
  'www mail ftp smtp pop pop3 imap webmail ns ns1 ns2 ns3 ns4 dns dns1 dns2 mx mx1 mx2 mx3 mail1 mail2 mail3 relay autodiscover autoconfig ' +
  'api api1 api2 api-dev api-staging app apps app1 app2 admin administrator portal login auth sso id identity oauth accounts account my secure ' +
  'dev dev1 dev2 develop development test test1 test2 testing stage staging stg uat qa preprod pre prod production sandbox demo beta alpha preview ' +
  'blog news shop store cart pay payment payments billing invoice checkout order orders support help helpdesk docs doc wiki kb faq forum community ' +
  'status monitor monitoring metrics grafana kibana prometheus zabbix nagios logs log elastic search solr ' +
  'git gitlab github svn repo repos registry docker ci cd jenkins build builds artifacts nexus sonar jira confluence redmine ' +
  'vpn vpn1 vpn2 remote access gateway gw fw firewall proxy proxy1 bastion jump ssh rdp citrix owa exchange lync sip voip pbx meet video ' +
  'cdn static assets img images image media files file upload uploads download downloads data archive backup backups storage s3 ' +
  'db db1 db2 database mysql postgres pg sql mongo redis cache memcached queue mq kafka rabbitmq ldap ad dc dc1 dc2 ' +
  'web web1 web2 web3 www1 www2 www3 server server1 server2 host host1 host2 node node1 node2 node3 cluster k8s kubernetes cloud vps ' +
  'm mobile wap i old new legacy v1 v2 v3 internal intranet extranet local lan private public home office corp hq ' +
  'crm erp hr cms panel cpanel whm plesk webdisk dashboard console manage manager management control office365 calendar drive chat im ' +
  'download1 mirror mirrors update updates release releases ntp time tftp snmp syslog radius print printer scan camera iot edge origin lb lb1 lb2 ' +
  'info about jobs career careers events event survey forms form members partner partners client clients customer customers vendor reseller ' +
  'us eu uk de fr asia east west north south en es it nl jp cn in au ca ' +
  'analytics stats track tracking click link links go r ads ad1 marketing campaign email newsletter lists list mailman ' +
  'graphql rest ws socket websocket stream live tv radio music photos gallery maps map geo weather games play ' +
  'security abuse hostmaster postmaster root noc soc siem scanner vault secrets keys cert certs pki ca1 ocsp crl mta-sts ' +
  'airflow spark hadoop jupyter notebook ml ai model models inference training gpu lab labs research science edu learn training1 academy ' +
  'a b c d e f g h www-dev www-test ww1 ww2 wwww'
).split(' ');

/** Words of a list, one a line or between spaces: labels of DNS, each once. Lines that begin with # are comments. */
export function readWords(text: string): readonly string[] {
  const words = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.toLowerCase().split(/[\s,]+/))
    .map((word) => word.replace(/^\.|\.$/g, ''))
    .filter((word) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(word));
  return [...new Set(words)];
}
