import type { Route } from './+types/page.ts';
import { Hero } from './hero.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const name = matches[0].loaderData?.owner.name ?? '';
  return [
    { title: `${name} · Security Specialist` },
    {
      name: 'description',
      content: `${name}, application, cyber and system security specialist. Crafting secure, scalable systems with exceptional user experiences.`,
    },
  ];
}

export default function HomePage() {
  return (
    <main id="main" className="flex flex-1 flex-col">
      <Hero />
    </main>
  );
}
