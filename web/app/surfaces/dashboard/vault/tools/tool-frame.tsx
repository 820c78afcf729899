import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import '../../../../domains/records/list/record-list.css';
import { QuietButton } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Progress } from '../../../../ui/progress.tsx';
import { type StatusKind, StatusMark } from '../../../../ui/status-mark.tsx';
import type { ToolRun } from './use-tool-task.ts';

/** How all of it stands, in one sentence. */
export type ToolVerdict = { readonly kind: StatusKind; readonly text: string };

type ToolFrameProps = {
  readonly title: string;
  /** Said first, in the place of the lead, which follows it. */
  readonly verdict?: ToolVerdict | undefined;
  readonly lead: ReactNode;
  readonly onBack: () => void;
  readonly children: ReactNode;
};

/** What is done with the whole vault, in the place of the list. The heading takes the focus when it appears. */
export function ToolFrame({ title, verdict, lead, onBack, children }: ToolFrameProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isSheet = verdict !== undefined;
  return (
    <section aria-labelledby={titleId} className={classNames('pt-3', !isSheet && 'max-w-208')}>
      <QuietButton icon={ArrowLeftIcon} className="-ml-2" onClick={onBack}>
        Back to the entries
      </QuietButton>
      <h2 ref={heading} id={titleId} tabIndex={-1} className="lettering mt-1 text-xl outline-none">
        {title}
      </h2>
      {isSheet ? (
        <p role="status">
          <StatusMark kind={verdict.kind} className="lettering record-verdict">
            {verdict.text}
          </StatusMark>
        </p>
      ) : null}
      <div className={classNames('max-w-prose text-muted', isSheet ? 'text-sm' : 'mt-2')}>{lead}</div>
      <div className={isSheet ? 'mt-6' : 'mt-5 space-y-5'}>{children}</div>
    </section>
  );
}

/** The sections of a sheet in two columns where there is room; on a narrow screen one below the other. */
export function ToolColumns({ wide, narrow }: { readonly wide: ReactNode; readonly narrow: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-9 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="min-w-0">{wide}</div>
      <div className="min-w-0">{narrow}</div>
    </div>
  );
}

/** How far long work is, and the way to stop it. */
export function ToolProgress({ run, name }: { readonly run: ToolRun; readonly name: string }) {
  if (run.progress === null) return null;
  return <Progress label={name} {...run.progress} stop={{ label: 'Stop', onStop: run.stop }} />;
}
