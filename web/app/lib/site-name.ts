/** What people call the site at an address: `GitHub`, or its host name without `www.`. */
export function siteName(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return knownSites[host] ?? host;
}

/** Whether an address leads to code: a project of a site that keeps code. */
export function leadsToCode(url: string): boolean {
  return siteName(url) !== new URL(url).hostname.replace(/^www\./, '');
}

const knownSites: Readonly<Record<string, string>> = {
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'codeberg.org': 'Codeberg',
};
