import type { ReactNode } from 'react';

/** One line above the list, with what can be done about it. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline py-1 text-sm [&_button]:-mx-2">
      {children}
    </div>
  );
}
