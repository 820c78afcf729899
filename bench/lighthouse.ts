/**
 * Lighthouse on the running site: mobile, simulated slow 4G, processor four times slower, a browser of its own each time,
 * the median of five.
 */
import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { provideBrowser } from '../scripts/browser.ts';
import { type MeasuringTools, provideMeasuringTools } from '../scripts/measuring-tools.ts';
import { chromiumArguments } from '../tests/support/chromium.ts';
import { type Recorded, repeatUntilRecorded } from './repeat-until-recorded.ts';

/** Scores from 0 to 100, times in milliseconds, sizes in bytes as transferred. */
export type LighthouseFigures = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
  readonly scriptBytes: number;
  readonly totalBytes: number;
  /** Visits that were made again because Lighthouse recorded nothing of them. */
  readonly repeated: number;
};

type Visit = Omit<LighthouseFigures, 'repeated'>;

const rounds = 5;

const categorySchema = z.object({ score: z.number().nullable() });
const numberSchema = z.object({ numericValue: z.number() });
const failureSchema = z.object({ lhr: z.object({ runtimeError: z.object({ code: z.string(), message: z.string() }) }) });

const reportSchema = z.object({
  lhr: z.object({
    categories: z.object({
      performance: categorySchema,
      accessibility: categorySchema,
      'best-practices': categorySchema,
      seo: categorySchema,
    }),
    audits: z.object({
      'first-contentful-paint': numberSchema,
      'largest-contentful-paint': numberSchema,
      'total-blocking-time': numberSchema,
      'cumulative-layout-shift': numberSchema,
      'network-requests': z.object({
        details: z.object({ items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().optional() })) }),
      }),
    }),
  }),
});

const lighthouseSchema = z.custom<(url: string, flags: object, config?: object, page?: object) => Promise<unknown>>(
  (value) => typeof value === 'function',
);
const launcherSchema = z.object({
  launch: z.custom<(options: object) => Promise<{ readonly port: number; readonly kill: () => void }>>(
    (value) => typeof value === 'function',
  ),
});

/** What a browser holds already when it comes: of a private page its session. */
export type BrowserStorage = {
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
};

/** The median of each figure over five visits to one page, each with an empty cache. */
export async function measureWithLighthouse(url: string, storage?: BrowserStorage): Promise<LighthouseFigures> {
  const tools = provideMeasuringTools();
  if (!tools.ok) throw new Error(tools.failure.reason);
  const { values: visits, repeated } = await repeatUntilRecorded(rounds, () => visit(tools.value, url, storage));
  const middle = (pick: (figures: Visit) => number) => visits.map(pick).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  return {
    performance: middle((figures) => figures.performance),
    accessibility: middle((figures) => figures.accessibility),
    bestPractices: middle((figures) => figures.bestPractices),
    seo: middle((figures) => figures.seo),
    firstPaintMs: middle((figures) => figures.firstPaintMs),
    largestPaintMs: middle((figures) => figures.largestPaintMs),
    blockingMs: middle((figures) => figures.blockingMs),
    layoutShift: middle((figures) => figures.layoutShift),
    scriptBytes: middle((figures) => figures.scriptBytes),
    totalBytes: middle((figures) => figures.totalBytes),
    repeated,
  };
}

async function visit(tools: MeasuringTools, url: string, storage: BrowserStorage | undefined): Promise<Recorded<Visit>> {
  const lighthouse = lighthouseSchema.parse(
    z.object({ default: z.unknown() }).parse({ ...((await tools.load('lighthouse/core/index.js')) as object) }).default,
  );
  const { launch } = launcherSchema.parse({ ...((await tools.load('chrome-launcher/dist/index.js')) as object) });
  const browser = provideBrowser();
  if (!browser.ok) throw new Error(browser.failure.reason);
  const chrome = await launch({
    chromeFlags: ['--headless', ...chromiumArguments],
    logLevel: 'silent',
    ...(browser.value === undefined ? {} : { chromePath: browser.value }),
  });
  try {
    const flags = {
      port: chrome.port,
      logLevel: 'error',
      formFactor: 'mobile',
      disableStorageReset: storage !== undefined,
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    };
    const page = storage === undefined ? undefined : await openPageWith(tools, chrome.port, new URL(url).origin, storage);
    const report = await lighthouse(url, flags, undefined, page);
    const failed = failureSchema.safeParse(report);
    if (failed.success) {
      const { code, message } = failed.data.lhr.runtimeError;
      return fail({ code, message: `Lighthouse at ${url}: ${message}` });
    }
    const { lhr } = reportSchema.parse(report);
    const requests = lhr.audits['network-requests'].details.items;
    const sum = (type?: string) =>
      requests
        .filter((item) => type === undefined || item.resourceType === type)
        .reduce((bytes, item) => bytes + (item.transferSize ?? 0), 0);
    const score = ({ score: share }: z.infer<typeof categorySchema>) => Math.round(100 * (share ?? 0));
    return succeed({
      performance: score(lhr.categories.performance),
      accessibility: score(lhr.categories.accessibility),
      bestPractices: score(lhr.categories['best-practices']),
      seo: score(lhr.categories.seo),
      firstPaintMs: lhr.audits['first-contentful-paint'].numericValue,
      largestPaintMs: lhr.audits['largest-contentful-paint'].numericValue,
      blockingMs: lhr.audits['total-blocking-time'].numericValue,
      layoutShift: lhr.audits['cumulative-layout-shift'].numericValue,
      scriptBytes: sum('Script'),
      totalBytes: sum(),
    });
  } finally {
    chrome.kill();
  }
}

type Page = {
  readonly goto: (url: string) => Promise<unknown>;
  readonly evaluate: (run: (storage: BrowserStorage) => void, storage: BrowserStorage) => Promise<unknown>;
};

const puppeteerSchema = z.object({
  connect: z.custom<(options: object) => Promise<{ readonly newPage: () => Promise<Page> }>>((value) => typeof value === 'function'),
});

/** A page of the browser whose storage holds something. Lighthouse must measure in this very one: a session's storage is the tab's own. */
async function openPageWith(tools: MeasuringTools, port: number, origin: string, storage: BrowserStorage): Promise<Page> {
  const { default: puppeteer } = z
    .object({ default: puppeteerSchema })
    .parse({ ...((await tools.load('puppeteer-core/lib/puppeteer/puppeteer-core.js')) as object) });
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const page = await browser.newPage();
  await page.goto(`${origin}/contact`);
  await page.evaluate(({ local, session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, storage);
  return page;
}
