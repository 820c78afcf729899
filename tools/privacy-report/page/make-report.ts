import type { Finding } from '../../../web/app/domains/instruments/findings-list.tsx';
import { adviceFamilyOf, advise, type Family } from './advise.ts';
import { type Judgement, judgeRuns } from './judge-report.ts';
import { measureBrowser } from './measure-browser.ts';
import { measurePartitioning, type Partitioning } from './measure-partitioning.ts';
import { measureStorages, measureWebRtc, type Storages, type WebRtc } from './measure-surroundings.ts';
import { readModel } from './read-model.ts';

/** All that a report says of this browser. */
export type PrivacyReport = {
  readonly judgement: Judgement;
  readonly webRtc: WebRtc;
  readonly storages: Storages;
  readonly partitioning: Partitioning;
  readonly family: Family;
  readonly findings: readonly Finding[];
  /** How long measuring took. */
  readonly durationMs: number;
};

/** Measures this browser three times in a row and judges it. Nothing is sent. */
export async function makeReport(): Promise<PrivacyReport> {
  const startedAt = performance.now();
  const model = readModel();
  const surroundings = Promise.all([measureWebRtc(), measureStorages(), measurePartitioning()]);
  const runs = [await measureBrowser(model.fonts), await measureBrowser(model.fonts), await measureBrowser(model.fonts)] as const;
  const [webRtc, storages, partitioning] = await surroundings;
  const judgement = judgeRuns([...runs], model);
  const family = adviceFamilyOf(navigator.userAgent, Reflect.get(navigator, 'brave') !== undefined);
  const findings = advise(judgement, webRtc, family, navigator.webdriver);
  return { judgement, webRtc, storages, partitioning, family, findings, durationMs: performance.now() - startedAt };
}
