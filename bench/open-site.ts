/** What the benchmarks in a browser begin with: Chromium on its software renderer, and the running site with an empty data folder. */
import { type Browser, chromium } from '@playwright/test';
import { provideBrowser } from '../scripts/browser.ts';
import { chromiumArguments } from '../tests/support/chromium.ts';
import { makeDataFolder, startTestServer } from '../tests/support/running-server.ts';

/** Starts Chromium as the journeys do; throws where none can be had. */
export function startChromium(): Promise<Browser> {
  const found = provideBrowser();
  if (!found.ok) throw new Error(found.failure.reason);
  return chromium.launch({ args: chromiumArguments, ...(found.value === undefined ? {} : { executablePath: found.value }) });
}

/** The site and a browser for it; `close` ends both and removes the data. */
export type OpenSite = {
  readonly browser: Browser;
  readonly url: string;
  readonly dataPath: string;
  readonly close: () => Promise<void>;
};

/** Starts both. */
export async function openSite(): Promise<OpenSite> {
  const browser = await startChromium();
  const data = makeDataFolder();
  const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
  return {
    browser,
    url: server.url,
    dataPath: data.path,
    close: async () => {
      await browser.close();
      await server.stop();
      data.remove();
    },
  };
}
