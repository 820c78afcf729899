import type { TlsRating } from '../knowledge/grade.ts';
import type { TlsFacts } from '../knowledge/tls-facts.ts';

/** What the page shows of a TLS report besides its head. */
export type TlsShown = Pick<TlsFacts, 'protocols' | 'certificates' | 'handshakes'> & {
  readonly scores: TlsRating['scores'] | undefined;
  readonly limits: TlsRating['limits'];
  /** Checks that found nothing. */
  readonly clear: readonly string[];
};

/** Reads the facts of a report of this tool. Of one that is not, or of another version, everything is empty. */
export function readTlsReport(report: object): TlsShown {
  const { tool, schemaVersion } = report as { readonly tool?: string; readonly schemaVersion?: number };
  if (tool !== 'tls-inspector' || schemaVersion !== 1) {
    return { protocols: [], certificates: [], handshakes: 0, scores: undefined, limits: [], clear: [] };
  }
  // The server's own tool wrote it, under this version.
  return report as TlsShown;
}
