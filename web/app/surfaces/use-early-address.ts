import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The router hears of no address that came before it listened (a link to a section, or a press on Back, while the page starts): it is
 * followed now.
 */
export function useEarlyAddress(): void {
  const navigate = useNavigate();
  const known = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there.
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    // A page that takes a secret out of its own query at once has not been left.
    if (pathname !== known.pathname || hash !== known.hash) void navigate(pathname + search + hash, { replace: true });
  }, []);
}
