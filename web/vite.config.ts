import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { iconWeights } from './scripts/icon-weights.ts';

export default defineConfig({
  plugins: [iconWeights(), tailwindcss(), reactRouter()],
  resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
  build: {
    target: 'es2023',
    cssMinify: 'lightningcss',
    sourcemap: false,
    // Inlined assets would need `data:` in more directives of the content security policy than it has.
    assetsInlineLimit: 0,
  },
});
