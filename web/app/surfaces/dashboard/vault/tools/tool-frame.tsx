import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { QuietButton } from '../../../../ui/button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import type { ToolRun } from './use-tool-task.ts';

type ToolFrameProps = { readonly title: string; readonly lead: ReactNode; readonly onBack: () => void; readonly children: ReactNode };

/** What is done with the whole vault, in the place of the list. The heading takes the focus when it appears. */
export function ToolFrame({ title, lead, onBack, children }: ToolFrameProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={titleId} className="max-w-208 pt-3">
      <QuietButton icon={ArrowLeftIcon} className="-ml-2" onClick={onBack}>
        Back to the entries
      </QuietButton>
      <h2 ref={heading} id={titleId} tabIndex={-1} className="lettering mt-1 text-xl outline-none">
        {title}
      </h2>
      <div className="mt-2 max-w-prose text-muted">{lead}</div>
      <div className="mt-5 space-y-5">{children}</div>
    </section>
  );
}

/** How far long work is, and the way to stop it. */
export function ToolProgress({ run, name }: { readonly run: ToolRun; readonly name: string }) {
  if (run.progress === null) return null;
  return <Progress label={name} {...run.progress} stop={{ label: 'Stop', onStop: run.stop }} />;
}
