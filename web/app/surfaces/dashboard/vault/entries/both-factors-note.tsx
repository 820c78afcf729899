/** Stands where an entry holds a password and what makes its codes: to whoever opens the vault the two are one factor. */
export function BothFactorsNote() {
  return <p className="mt-1 text-sm text-muted">Password and code are stored together. For critical accounts, keep codes elsewhere.</p>;
}
