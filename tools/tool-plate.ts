import type { ComponentType } from 'react';
import type { SiteProof } from '../web/app/lib/site-proof.ts';
import type { ToolManifest } from './tool.ts';

/** What plates are told of the site when the page is made. */
export type PlateSite = { readonly proof: SiteProof };

/** What a plate is given: what its `load` answered, and, where its code came with a press, which of its buttons that was. */
export type PlateProps<Data> = { readonly data: Data; readonly pressed?: string | undefined };

type PlateHead = { readonly tool: Pick<ToolManifest, 'id' | 'title' | 'audience'> };

/**
 * A plate that works in the page. The server draws it, and its code comes with the first press of a button that names itself by
 * `data-press`; then the drawn markup is taken over, so the plate may read nothing but what it is given.
 */
export type LivePlate<Data = unknown> = PlateHead & {
  readonly kind: 'live';
  /** `lead`: the whole width, once; `wide` and `narrow` stand beside each other. */
  readonly place: 'lead' | 'wide' | 'narrow';
  /** Runs on the server, when the page is made. What it answers goes to the browser with the page. */
  readonly load: (site: PlateSite) => Data | Promise<Data>;
  readonly Plate: ComponentType<PlateProps<Data>>;
};

/** A recorded report, as one coupon of the sheet shows it. */
export type RecordedReport = {
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  /** The report's own. */
  readonly verdict: string;
  readonly mark?: string | undefined;
};

/** A coupon of the sheet of recorded reports, with the picture of what the report found. */
export type RecordPlate<Data extends RecordedReport = RecordedReport> = PlateHead & {
  readonly kind: 'record';
  readonly load: () => Promise<Data>;
  readonly Picture: ComponentType<{ readonly data: Data }>;
};

/** A game, with its picture. */
export type GamePlate = PlateHead & {
  readonly kind: 'game';
  /** One short sentence. */
  readonly sentence: string;
  readonly Picture: ComponentType;
};

/** What stands for a tool on the workbench of the home page. */
export type ToolPlate = LivePlate | RecordPlate | GamePlate;

/**
 * Hides what a plate's data are: the list, and the page that hands a plate its own data back, need not know.
 * @param plate - Its `load` and what draws it agree.
 */
export function livePlate<Data>(plate: Omit<LivePlate<Data>, 'kind'>): LivePlate {
  return { ...(plate as unknown as Omit<LivePlate, 'kind'>), kind: 'live' };
}

/** The same for a recorded report. */
export function recordPlate<Data extends RecordedReport>(plate: Omit<RecordPlate<Data>, 'kind'>): RecordPlate {
  return { ...(plate as unknown as Omit<RecordPlate, 'kind'>), kind: 'record' };
}
