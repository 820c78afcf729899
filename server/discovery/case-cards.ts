import { caseStudySlug } from '@castellan/content/resume';
import type { Log } from '@castellan/platform/core/log';
import type { Content } from '../content.ts';
import { drawCaseCard } from './card-drawing.ts';
import { rasterise } from './rasterise.ts';
import { createCard } from './share-card.ts';

type Given = Pick<Content, 'profile' | 'resume' | 'caseStudies' | 'letters'>;

/** Answers with the cards of the articles, at `/writing/{slug}/card.png`; `undefined`: none of them is asked for. */
export function createArticleCards(
  content: Pick<Content, 'profile' | 'articles' | 'letters'>,
  log: Log,
  draw = rasterise,
  publicUrl = () => '',
): (request: Request) => Promise<Response> | undefined {
  const cards = new Map<string, (request: Request) => Promise<Response>>();
  return (request) => {
    const slug = /^\/writing\/([a-z0-9-]+)\/card\.png$/.exec(new URL(request.url).pathname)?.[1];
    const article = () => content.articles().find((one) => one.slug === slug);
    const known = article();
    if (slug === undefined || known === undefined) return undefined;
    const card =
      cards.get(slug) ??
      createCard(
        () => article() ?? known,
        ({ title }) => drawCaseCard(content.profile(), 'Writing', { title }, publicUrl(), content.letters().card, title),
        log,
        (svg) => draw(svg, content.letters().fontFiles),
      );
    cards.set(slug, card);
    return card(request);
  };
}

/** Answers with the cards of the case studies, at `/projects/{slug}/card.png`; `undefined`: none of them is asked for. */
export function createCaseCards(
  content: Given,
  log: Log,
  draw = rasterise,
  publicUrl = () => '',
): (request: Request) => Promise<Response> | undefined {
  const cards = new Map<string, (request: Request) => Promise<Response>>();
  return (request) => {
    const slug = /^\/projects\/([a-z0-9-]+)\/card\.png$/.exec(new URL(request.url).pathname)?.[1];
    if (slug === undefined) return undefined;
    const project = () => content.resume().projects.find(({ caseStudy }) => caseStudy !== undefined && caseStudySlug(caseStudy) === slug);
    const study = () => content.caseStudies()[slug];
    const [known, made] = [study(), project()];
    if (known === undefined || made === undefined) return undefined;
    const card =
      cards.get(slug) ??
      createCard(
        () => study() ?? known,
        (subject) => drawCaseCard(content.profile(), project()?.name ?? made.name, subject, publicUrl(), content.letters().card),
        log,
        (svg) => draw(svg, content.letters().fontFiles),
      );
    cards.set(slug, card);
    return card(request);
  };
}
