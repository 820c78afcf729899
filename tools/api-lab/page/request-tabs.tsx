import { XIcon } from '@castellan/icons/signs/x';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { MethodMark } from './editors/method-mark.tsx';
import type { ApiRequest } from './model.ts';

/** The requests that stand open, by id, and the one that is shown. */
export type Tabs = { readonly open: readonly string[]; readonly active: string | undefined };

type RequestTabsProps = {
  readonly open: readonly ApiRequest[];
  readonly active: string | undefined;
  readonly onShow: (id: string) => void;
  readonly onClose: (id: string) => void;
};

/** The requests that stand open. */
export function RequestTabs({ open, active, onShow, onClose }: RequestTabsProps) {
  if (open.length === 0) return null;
  return (
    <nav aria-label="Open requests" className="flex overflow-x-auto border-b border-hairline">
      {open.map(({ id, name, method }) => (
        <span
          key={id}
          className={classNames(
            '-mb-px inline-flex shrink-0 items-center border-b-2',
            id === active ? 'border-copper bg-surface' : 'border-transparent text-muted',
          )}
        >
          <button
            type="button"
            aria-current={id === active ? 'true' : undefined}
            className="target inline-flex max-w-56 items-center gap-2 pl-3"
            onClick={() => onShow(id)}
          >
            <MethodMark method={method} />
            <span className="truncate">{name}</span>
          </button>
          <button type="button" aria-label={`Close ${name}`} className="target inline-flex items-center px-2" onClick={() => onClose(id)}>
            <Icon drawing={XIcon} />
          </button>
        </span>
      ))}
    </nav>
  );
}
