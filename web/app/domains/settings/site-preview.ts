import type { Picture } from '@castellan/content/markdown/blocks';
import type { ComponentType } from 'react';
import { givenContext } from '../../lib/given-context.ts';
import type { ContentPart } from './content-parts.ts';

/** A draft of the public site: the texts of the files as they would be saved. */
export type SiteDraft = {
  readonly part: ContentPart;
  readonly profile: string;
  readonly resume: string;
  readonly wishes?: string;
  /** The Markdown file that is edited, where it is one; `name` is its path below the content folder. */
  readonly markdown?: { readonly name: string; readonly text: string; readonly pictures?: Readonly<Record<string, Picture>> } | undefined;
};

/** Draws a draft with the public page's own components. Given by whoever knows the pages, above every private page. */
export const [SitePreviewContext, useSitePreview] = givenContext<ComponentType<{ readonly draft: SiteDraft }>>('useSitePreview');
