import type { ReactNode } from 'react';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Judgement } from '../judge-report.ts';
import { makeReport } from '../make-report.ts';
import { verdictOf } from '../report-verdict.ts';
import { type Ridge, ridgesOf } from './ridges.ts';

/** What the plate says of a measured browser. */
export type Print = {
  readonly sentence: string;
  readonly detail: string;
  /** The sum, as the report sums it; a dash where the model has no such browser. */
  readonly bits: string;
  readonly standOut: string;
  readonly counted: string;
  readonly time: string;
  /** Today, in words. */
  readonly day: string;
  readonly mrz: string;
  readonly drawing: ReactNode;
  /** The rarest attribute in words, where there is one that stands out. */
  readonly rarest: string | undefined;
};

/** Measures this browser by the report's own code, and prints it. Nothing is sent, nothing is kept. */
export async function printBrowser(): Promise<Print> {
  const { judgement, durationMs } = await makeReport();
  return { ...tellPrint(judgement, durationMs, browserTimer.nowMs()), drawing: <PrintedRidges ridges={ridgesOf(judgement.attributes)} /> };
}

/** The print's words, from what the report judged. */
export function tellPrint(judgement: Judgement, durationMs: number, nowMs: number): Omit<Print, 'drawing'> {
  const { attributes, bits, counted } = judgement;
  const ridges = ridgesOf(attributes);
  const byRarity = attributes
    .flatMap(({ name, surprisal }, at) => (surprisal.kind === 'bits' ? [{ name, bits: surprisal.bits, ridge: at + 1 }] : []))
    .toSorted((one, other) => other.bits - one.bits);
  const [rarest] = byRarity;
  const names = byRarity.slice(0, 3).map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1));
  return {
    sentence: verdictOf(judgement).sentence,
    detail: `Rarest: ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}. Nothing was sent.`,
    bits: bits === undefined ? '–' : bits.toFixed(1),
    standOut: String(ridges.filter(({ kind }) => kind === 'rarest').length),
    counted: `${counted} of ${attributes.length}`,
    time: durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`,
    day: new Date(nowMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
    mrz: bits === undefined ? '' : bits.toFixed(1).replace('.', 'P'),
    rarest: rarest === undefined ? undefined : `ridge ${rarest.ridge}, ${rarest.name.toLowerCase()}: rarest`,
  };
}

function PrintedRidges({ ridges }: { readonly ridges: readonly Ridge[] }) {
  return ridges.map(({ name, kind, path }, at) => (
    <path key={name} d={path} className={`bench-ridge bench-ridge-${kind}`} style={{ animationDelay: `${at * 24}ms` }} />
  ));
}
