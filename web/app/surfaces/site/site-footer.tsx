import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';

export function SiteFooter() {
  const { copyrightYear, name } = useOwnerFacts();
  return (
    <footer className="page border-t border-hairline py-8 text-sm text-muted">
      <p>{`Copyright ${copyrightYear} ${name}. All rights reserved.`}</p>
    </footer>
  );
}
