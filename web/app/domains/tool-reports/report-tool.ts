import type { Result } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import type { ComponentType } from 'react';

/** A label and what stands under it. */
export type ReportFact = { readonly label: string; readonly value: string };

/** A score from 0 to 100. */
export type ReportMeasure = { readonly label: string; readonly value: number };

/** Options of a run, by the names that the server's tool gives them; one that is not set is left out. */
export type RunOptions = Readonly<Record<string, unknown>>;

/** What a tool's own form is given. */
export type OtherFormProps = {
  readonly isRunning: boolean;
  readonly onStart: (target: string, options: RunOptions) => void;
};

/** What a page needs to know of a tool that makes reports; everything else it shares with the others. */
export type ReportTool = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly audience: 'public' | 'look' | 'owner';
  /** Of the field for the target. */
  readonly placeholder: string;
  /** What begins a run: `Inspect`. */
  readonly verb: string;
  /** What it checks, in a line each: what visitors read while there is no example. */
  readonly checks: readonly string[];
  /** Sends probes that a target's owner must have agreed to. */
  readonly isActive: boolean;
  readonly readTarget: (text: string) => Result<unknown, { readonly code: string; readonly message: string }>;
  /** Fields behind the button 'Options'. */
  readonly OptionFields?: ComponentType<{ readonly options: RunOptions; readonly onChange: (options: RunOptions) => void }>;
  /** What is wrong with options before they are sent, in a sentence; `undefined` where nothing is. */
  readonly optionsFault?: (options: RunOptions) => string | undefined;
  /** A form for runs that are not of a target: it hands over the target that stands for them. Only the owner sees it. */
  readonly OtherForm?: ComponentType<OtherFormProps>;
  /** Three to five facts beside the verdict. */
  readonly factsOf: (report: Report) => readonly ReportFact[];
  readonly measuresOf: (report: Report) => readonly ReportMeasure[];
  /** What stands beside the findings where there is room, and below them where there is not: a table of about 400 px. */
  readonly Beside?: ComponentType<{ readonly report: Report }>;
  /** What stands between findings and raw data. */
  readonly Details: ComponentType<{ readonly report: Report }>;
  /** What is drawn while it runs, of what the server's tool says under `seen`. */
  readonly Running?: ComponentType<{ readonly seen: unknown }>;
  /** What changed besides findings. With it, a report is compared with the one before of the same target by itself. */
  readonly Difference?: ComponentType<{ readonly before: Report; readonly after: Report }>;
  /** Further files to save, made of the report: an `.ics`. */
  readonly filesOf?: (
    report: Report,
  ) => readonly { readonly label: string; readonly name: string; readonly type: string; readonly text: string }[];
};
