import { Spinner } from './spinner.tsx';

/** What stands in for a page that only the browser can draw, until its code is there. */
export function PageLoading({ label = 'Loading the page' }: { readonly label?: string }) {
  return (
    <main id="main" className="grid min-h-[60svh] place-items-center text-2xl text-copper">
      <Spinner label={label} />
    </main>
  );
}
