import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';

export function SiteFooter() {
  const { copyrightYear, name } = useOwnerFacts();
  return (
    <footer className="page text-sm text-muted">
      <p className="site-footer border-t border-hairline">{`Copyright ${copyrightYear} ${name}. All rights reserved.`}</p>
    </footer>
  );
}
