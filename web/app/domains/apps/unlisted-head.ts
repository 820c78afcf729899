import type { MetaDescriptor } from 'react-router';

/** The `meta` of a tool's page that search engines are to leave out. */
export function unlistedHead({ title }: { readonly title: string }) {
  return (): MetaDescriptor[] => [{ title }, { name: 'robots', content: 'noindex' }];
}
