import type { Report } from '@castellan/probes/report';
import type { ComponentType } from 'react';
import type { Figure } from '../web/app/domains/apps/figure.ts';
import type { CommandGroup, LinkCommand } from '../web/app/domains/commands/command.ts';
import type { ToolWarning } from '../web/app/domains/overview/needs-you.ts';
import type { RowQuestion } from '../web/app/domains/overview/overview-counts.ts';
import type { DeclaredCollection, SealedCollection } from '../web/app/domains/records/declared-collection.ts';
import type { Live, Supplier } from '../web/app/lib/live.ts';
import type { IconDrawing } from '../web/app/ui/icon.tsx';
import type { ToastMessage } from '../web/app/ui/toast/toast-store.ts';

/** One of the two figures on a tool's card. */
export type Metric = Figure;

/** A figure of a site that the tool's report on it holds, for the card of the owner's business. */
export type SiteFigure = {
  readonly label: string;
  /** Of the number, said after the label. */
  readonly unit: string;
  /** Which of the card's two it is. */
  readonly place: 'first' | 'second';
  /** Brings what reads it from a report: `undefined` where the report does not tell. */
  readonly load: () => Promise<{ readonly default: (report: Report, nowMs: number) => string | undefined }>;
};

/** Something that wants to be done today, or wanted to be before; or soon, where its tool looks ahead. */
export type DueItem = {
  /** Its name within its tool. */
  readonly id: string;
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM`, on the clock of wherever the owner is. */
  readonly time?: string;
  /** The address of it. */
  readonly to: string;
  /** It needs the owner on its very day, and not only once it is late. */
  readonly isUrgent?: boolean;
  /** Has it done at once; resolves with the way to take that back, or `undefined` where it could not be kept. */
  readonly finish?: () => Promise<{ readonly undo: () => Promise<void> } | undefined>;
};

/** Something a tool keeps, as the palette finds it. */
export type ToolRecord = {
  readonly id: string;
  readonly title: string;
  /** Said beside the title, and found by too. */
  readonly note: string;
  readonly to: string;
};

/** Makes one record out of one typed line. */
export type Capture = {
  /** What the line would become; `undefined` where it is no record yet. Reading keeps nothing. */
  readonly read: (line: string) => { readonly title: string; readonly facts: readonly string[] } | undefined;
  /** Resolves with whether this browser keeps it, or with what is to be said of it instead. */
  readonly keep: (line: string) => Promise<boolean | ToastMessage>;
};

/** A line of the palette that becomes a record. `of` says whether that is sealed: a sealed record's title is never shown in a toast. */
export type CaptureLine = {
  readonly prefix: string;
  readonly noun: string;
  readonly of: DeclaredCollection;
  readonly supply: Supplier<Capture>;
};

/** A tool's view of the dashboard: what it comes to at a glance, and the way to its page. */
export type ToolView = {
  readonly icon: IconDrawing;
  /** Where a narrow screen has it: in the bar, which holds four, or under 'More'. */
  readonly place: 'tab' | 'more';
  /** The key that leads to it, after `g`. */
  readonly key: string;
  readonly keywords: string;
  /** One short sentence under its title. */
  readonly lead: string;
  /** Brings what stands under that. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

/** A figure of the overview: how many rows there are of something the tool keeps. */
export type ToolTile = {
  readonly label: string;
  /** A word on the figure, where its label does not say all. */
  readonly note?: string;
  /** Where it is seen, from the tool's own address on; empty for that address itself. */
  readonly at: string;
  readonly rows: RowQuestion;
};

/** What a tool does while it is looked at, each part loaded by whoever shows it. Listed in `live-registry.ts`. */
export type ToolLive = {
  /** The sealed records that all of this is told from; absent where they are kept in clear. */
  readonly sealed?: SealedCollection;
  /** The two figures of its card. */
  readonly metrics?: Supplier<Live<readonly [Metric, Metric]>>;
  /** What the two are called, where they are sealed: said of them while the vault is closed. */
  readonly metricLabels?: readonly [string, string];
  /** What it says is due today, late things included. */
  readonly due?: Supplier<Live<readonly DueItem[]>>;
  /** What it warns of by itself, whatever day it is; of a tool with sealed records it is fetched for whoever keeps some. */
  readonly warnings?: Supplier<Live<readonly ToolWarning[]>>;
  /** What it keeps, for the palette. */
  readonly records?: Supplier<Live<readonly ToolRecord[]>>;
  /** The palette's line beginning with `prefix` becomes one record of this tool. */
  readonly capture?: CaptureLine;
  /** Places of its page that the palette leads to. */
  readonly links?: { readonly group: CommandGroup; readonly supply: Supplier<readonly LinkCommand[]> };
  /** Its figures of the overview. */
  readonly tiles?: readonly ToolTile[];
  readonly view?: ToolView;
  readonly siteFigure?: SiteFigure;
};
