import type { ReactNode } from 'react';
import { AppSeal } from '../../apps/app-seal.tsx';
import './record-list.css';

type RecordEmptyProps = {
  /** Whose seal is not struck yet. */
  readonly tool: { readonly id: string; readonly title: string };
  /** One sentence. */
  readonly children: ReactNode;
  /** One action. */
  readonly action?: ReactNode;
};

/** What stands in the place of a list that has nothing yet: the page's seal in hairlines, a sentence, an action. */
export function RecordEmpty({ tool, children, action }: RecordEmptyProps) {
  return (
    <div className="record-empty">
      <AppSeal id={tool.id} title={tool.title} className="record-empty-seal" />
      <p className="record-empty-words">{children}</p>
      {action}
    </div>
  );
}
