import type { Finding } from '../../../web/app/domains/instruments/findings-list.tsx';
import type { Judgement } from './judge-report.ts';
import type { WebRtc } from './measure-surroundings.ts';
import { familyOf } from './model-keys.ts';

/** The browsers that the fixes are written for. Brave calls itself Chrome and says that it is Brave by an object of its own. */
export type Family = 'Firefox' | 'Chrome' | 'Edge' | 'Safari' | 'Brave' | 'Other';

/** The family of a user agent. */
export function adviceFamilyOf(userAgent: string, isBrave: boolean): Family {
  if (isBrave) return 'Brave';
  const family = familyOf(userAgent);
  return family === 'Firefox' || family === 'Chrome' || family === 'Edge' || family === 'Safari' ? family : 'Other';
}

type Fixes = Readonly<Record<Family, string>>;

const otherBrowser = 'Use a browser that protects against fingerprinting: Firefox with strict protection, Brave, or Tor Browser.';

const fixes = {
  gpc: {
    Firefox: 'Settings, Privacy & Security: turn on “Tell websites not to sell or share my data”.',
    Chrome: 'Chrome has no such setting. An extension that sends it, such as Privacy Badger, does.',
    Edge: 'Edge has no such setting. An extension that sends it, such as Privacy Badger, does.',
    Safari: 'Safari has no such setting. An extension that sends it does.',
    Brave: 'Brave sends it unless an extension interferes. Check your extensions.',
    Other: 'Look for Global Privacy Control in the browser’s settings, or use an extension such as Privacy Badger.',
  },
  webrtc: {
    Firefox:
      'about:config: set media.peerconnection.ice.obfuscate_host_addresses to true. Sites with your microphone’s permission still see addresses.',
    Chrome:
      'An extension that sets the WebRTC address policy, such as WebRTC Network Limiter: choose “Use only my default public IP address”.',
    Edge: 'edge://flags: turn on “Anonymize local IPs exposed by WebRTC”.',
    Safari: 'Settings, Develop, WebRTC: turn off what shows local addresses. It is hidden by default.',
    Brave: 'Settings, Privacy and security, WebRTC IP handling policy: “Disable non-proxied UDP”.',
    Other: 'Look for WebRTC in the browser’s settings, or use an extension that limits it.',
  },
  drawing: {
    Firefox:
      'Settings, Privacy & Security: choose Strict tracking protection. Stronger, with sites that look odd: privacy.resistFingerprinting in about:config.',
    Chrome: `Chrome has no protection against this. ${otherBrowser}`,
    Edge: `Edge has no protection against this. ${otherBrowser}`,
    Safari: 'Settings, Advanced: use advanced tracking and fingerprinting protection in all browsing.',
    Brave: 'Settings, Shields: turn on “Block fingerprinting”.',
    Other: otherBrowser,
  },
  cookies: {
    Firefox: '',
    Chrome: 'Settings, Privacy and security, Third-party cookies: block them.',
    Edge: 'Settings, Privacy, Tracking prevention: choose Strict. Under Cookies, block third-party cookies.',
    Safari: '',
    Brave: '',
    Other: 'Block third-party cookies in the browser’s settings.',
  },
} as const satisfies Readonly<Record<string, Fixes>>;

/** What to change in this browser, the worst first. */
export function advise(judgement: Judgement, webRtc: WebRtc, family: Family, isAutomated: boolean): readonly Finding[] {
  const of = (id: string) => judgement.attributes.find((one) => one.id === id);
  const findings: Finding[] = [];
  if (webRtc.kind === 'addresses')
    findings.push({
      id: 'webrtc',
      severity: 'medium',
      title: 'WebRTC shows this machine’s addresses',
      evidence: webRtc.shown.join(', '),
      why: 'Any page reads them without asking. They tell networks apart, and devices behind one router.',
      fix: fixes.webrtc[family],
    });
  const drawings = (['canvas', 'audio'] as const).map(of).filter((one) => one !== undefined);
  const readable = drawings.filter(({ value, isUnstable }) => !isUnstable && value !== 'withheld' && !value.startsWith('altered'));
  if (readable.length > 0)
    findings.push({
      id: 'drawing',
      severity: 'medium',
      title: `${readable.map(({ name }) => name).join(' and ')}: the same at every run`,
      evidence: readable.map(({ value }) => value).join(', '),
      why: 'Fonts, graphics and sound leave marks that differ between machines and stay for months. No cookie is needed.',
      fix: fixes.drawing[family],
    });
  if (fixes.cookies[family] !== '')
    findings.push({
      id: 'cookies',
      severity: 'medium',
      title: 'Cookies of other sites may follow you',
      evidence: 'By the browser’s documentation, not measured: one site alone cannot see it.',
      why: 'This browser’s default lets a third party keep one cookie over all the sites that embed it.',
      fix: fixes.cookies[family],
    });
  if (of('gpc')?.value === 'off')
    findings.push({
      id: 'gpc',
      severity: 'low',
      title: 'Global Privacy Control is off',
      evidence: 'navigator.globalPrivacyControl is not true',
      why: 'In some places, California among them, sites must take this signal as an objection to selling your data.',
      fix: fixes.gpc[family],
    });
  const renderer = of('renderer');
  if (renderer !== undefined && !['none', 'withheld'].includes(renderer.value) && family !== 'Safari')
    findings.push({
      id: 'renderer',
      severity: 'low',
      title: 'The graphics processor is named',
      evidence: renderer.value,
      why: 'WebGL names the model of the chip, often with the version of its driver.',
      fix: fixes.drawing[family],
    });
  if (of('dnt')?.value === '1')
    findings.push({
      id: 'dnt',
      severity: 'info',
      title: 'Do Not Track is on, and sets you apart',
      evidence: 'navigator.doNotTrack is 1',
      why: 'The standard was abandoned in 2019. Hardly any site honours it, and few visitors send it.',
      fix: 'Turn it off, and use Global Privacy Control instead.',
    });
  if (isAutomated)
    findings.push({
      id: 'webdriver',
      severity: 'info',
      title: 'The browser says that a program drives it',
      evidence: 'navigator.webdriver is true',
      why: 'Sites treat such browsers as bots.',
      fix: 'Start the browser without automation.',
    });
  return findings;
}

/** What each browser does with the storage of embedded sites, by its maker's documentation. */
export const partitioning: Readonly<Record<Family, { readonly said: string; readonly source: string }>> = {
  Firefox: {
    said: 'Cookies and storage of embedded sites are kept apart for each site you visit (Total Cookie Protection, the default since Firefox 103).',
    source: 'MDN, State Partitioning',
  },
  Chrome: {
    said: 'Storage of embedded sites is kept apart for each site you visit since Chrome 115. Their cookies are not, unless you block them.',
    source: 'Chrome for Developers, Storage Partitioning',
  },
  Edge: {
    said: 'As Chromium does: storage of embedded sites is kept apart since version 115. Their cookies are not, unless tracking prevention blocks them.',
    source: 'Chrome for Developers, Storage Partitioning',
  },
  Safari: {
    said: 'Cookies of embedded sites are blocked since Safari 13.1; their storage is kept apart for each site.',
    source: 'WebKit, Full Third-Party Cookie Blocking and More',
  },
  Brave: {
    said: 'Cookies of embedded sites are blocked; their storage is kept apart and ends with the site’s last tab.',
    source: 'Brave, Ephemeral Third-party Site Storage',
  },
  Other: { said: 'Not known for this browser.', source: 'none' },
};
