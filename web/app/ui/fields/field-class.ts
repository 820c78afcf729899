/** The classes of whatever is typed into or chosen from. */
export const fieldClass =
  'min-h-12 w-full rounded-control border border-edge bg-plate px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-carmine';
