import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The router hears of no address that came before it listened (a link to a section, or a press on Back, while the page starts): it is
 * followed now.
 */
export function useEarlyAddress(): void {
  const navigate = useNavigate();
  const known = addressOf(useLocation());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there.
  useEffect(() => {
    const shown = addressOf(window.location);
    if (shown !== known) void navigate(shown, { replace: true });
  }, []);
}

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) => pathname + search + hash;
