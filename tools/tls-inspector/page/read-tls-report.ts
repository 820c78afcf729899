import type { CheckResult } from '@castellan/probes/report';
import type { TlsRating } from '../knowledge/grade.ts';
import type { TlsFacts } from '../knowledge/tls-facts.ts';

/** What the page shows of a TLS report besides its head. */
export type TlsShown = Pick<TlsFacts, 'protocols' | 'certificates' | 'handshakes'> & {
  /** Chains for clients that name no host, by their number. */
  readonly nameless: readonly number[];
  readonly scores: TlsRating['scores'] | undefined;
  readonly limits: TlsRating['limits'];
  /** Of a report of the first version: what found nothing. Later ones have it in their head. */
  readonly earlier: readonly CheckResult[];
};

/** Reads the facts of a report of this tool. Of one that is not, or of another version, everything is empty. */
export function readTlsReport(report: object): TlsShown {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  // The server's own tool wrote it, under this version.
  if (tool === 'tls-inspector' && schemaVersion === 2) {
    const shown = report as TlsShown & Pick<TlsFacts, 'chains'>;
    return { ...shown, earlier: [], nameless: shown.chains.flatMap(({ isForNoName }, index) => (isForNoName === true ? [index] : [])) };
  }
  if (tool === 'tls-inspector' && schemaVersion === 1) {
    const { clear = [], ...shown } = report as TlsShown & { readonly clear?: readonly string[] };
    const earlier = clear.map((title): CheckResult => ({ id: title, title, state: 'passed' }));
    return { ...shown, earlier, nameless: [] };
  }
  return { protocols: [], certificates: [], handshakes: 0, nameless: [], scores: undefined, limits: [], earlier: [] };
}
