import type { ReactNode } from 'react';

/** Says, where no script runs, what then does not work. What is dead without one wears the class `with-script`. */
export function WithoutScript({ children }: { readonly children: ReactNode }) {
  return (
    <noscript>
      <span className="without-script">{children}</span>
    </noscript>
  );
}
