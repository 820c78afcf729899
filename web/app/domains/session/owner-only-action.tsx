import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/icon.tsx';
import { terminalAddress } from './next-path.ts';
import { terminalCompleted } from './session-flags.ts';

type OwnerOnlyActionProps = {
  /** What only the owner may have done, to follow “may”: `scan this host`. */
  readonly what: string;
  /** The form or button that does it, for the owner. */
  readonly children: ReactNode;
};

/**
 * An action of a page that everyone may look at: the owner has it, a visitor is told that it is the owner's, with the way to sign
 * in that leads back to this very address. Courtesy only: the server's half refuses everybody else by itself.
 */
export function OwnerOnlyAction(props: OwnerOnlyActionProps) {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  return <OwnerOnlyView isOwner={isOwner} {...props} />;
}

/** The same for whoever is said to be here. */
export function OwnerOnlyView({ isOwner, what, children }: OwnerOnlyActionProps & { readonly isOwner: boolean }) {
  const { pathname, search, hash } = useLocation();
  if (isOwner) return children;
  return (
    <div className="report-aside flex items-center justify-between gap-x-4 rounded-card border border-hairline bg-surface py-3 pr-3 pl-4 sm:gap-x-6 sm:pl-5">
      <p className="flex min-w-0 items-center gap-3">
        <Icon drawing={LockKeyIcon} className="shrink-0 text-xl text-copper" />
        <span>
          Only the owner may {what}. <span className="hidden text-muted lg:inline">The rest of this page is public.</span>
        </span>
      </p>
      <Link to={terminalAddress(pathname + search + hash)} className={`${buttonClass('ghost')} shrink-0`}>
        Sign in
      </Link>
    </div>
  );
}
