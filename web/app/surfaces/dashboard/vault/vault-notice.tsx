import type { ReactNode } from 'react';

/** One line above the list, with what can be done about it. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-hairline bg-surface px-4 py-1.5 text-sm">
      {children}
    </div>
  );
}
