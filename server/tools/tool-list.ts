import { dnsPostmasterTool } from './dns-postmaster/dns-postmaster-tool.ts';
import { httpAuditorTool } from './http-auditor/http-auditor-tool.ts';
import { jwtLabTool } from './jwt-lab/jwt-lab-tool.ts';
import { networkScannerTool } from './network-scanner/network-scanner-tool.ts';
import { subdomainRadarTool } from './subdomain-radar/subdomain-radar-tool.ts';
import { threatMonitorTool } from './threat-monitor/threat-monitor-tool.ts';
import { tlsInspectorTool } from './tls-inspector/tls-inspector-tool.ts';
import type { Tool } from './tool.ts';
import { wordCounterTool } from './word-counter/word-counter-tool.ts';

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
