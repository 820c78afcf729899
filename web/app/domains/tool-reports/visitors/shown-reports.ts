import { createContext, useContext, useEffect } from 'react';

/** Is told of each report that comes into its part of the page, and of each that leaves it. */
export const ShownReports = createContext<(change: 1 | -1) => void>(() => undefined);

/** Tells who counts the reports of this part of the page that one is shown, for as long as it is. */
export function useShownReport(): void {
  const count = useContext(ShownReports);
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
}
