import type { ReactNode } from 'react';
import { AppSeal } from '../apps/app-seal.tsx';
import './owner-page.css';

type PageHeadProps = {
  /** Whose seal it wears: an id of the registry, or of a view. */
  readonly id: string;
  readonly title: string;
  /** The state line. */
  readonly state?: ReactNode;
  /** The right side: `HeadTools`, and what a view has beside them. */
  readonly tools?: ReactNode;
};

/** The head of every page and view of the owner's: seal, title, state line, and at its right the menu and the one action. */
export function PageHead({ id, title, state, tools }: PageHeadProps) {
  return (
    <header className="page-head">
      <AppSeal id={id} title={title} className="page-seal" />
      <div className="page-name">
        <h1 className="lettering page-title">{title}</h1>
        <div className="page-state">{state}</div>
      </div>
      <div className="page-tools">{tools}</div>
    </header>
  );
}
