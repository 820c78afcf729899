import { dnsPostmasterTool } from '../../tools/dns-postmaster/server/dns-postmaster-tool.ts';
import { httpAuditorTool } from '../../tools/http-auditor/server/http-auditor-tool.ts';
import { jwtLabTool } from '../../tools/jwt-lab/server/jwt-lab-tool.ts';
import { networkScannerTool } from '../../tools/network-scanner/server/network-scanner-tool.ts';
import { subdomainRadarTool } from '../../tools/subdomain-radar/server/subdomain-radar-tool.ts';
import { threatMonitorTool } from '../../tools/threat-monitor/server/threat-monitor-tool.ts';
import { tlsInspectorTool } from '../../tools/tls-inspector/server/tls-inspector-tool.ts';
import { wordCounterTool } from '../../tools/word-counter/server/word-counter-tool.ts';
import type { Tool } from './tool.ts';

/** Every tool that the server or the command line runs. The only list. */
export const toolList: readonly Tool[] = [
  tlsInspectorTool,
  httpAuditorTool,
  dnsPostmasterTool,
  networkScannerTool,
  subdomainRadarTool,
  jwtLabTool,
  threatMonitorTool,
  wordCounterTool,
];
