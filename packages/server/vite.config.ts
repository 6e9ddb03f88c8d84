// Builds the SDK as `/client.js` and the style sheet of the documents into dist.
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2022',
    lib: {
      formats: ['es'],
      entry: {
        client: createRequire(import.meta.url).resolve('@retoma/client/page'),
        site: path.join(import.meta.dirname, 'src/app/http/docs/site.css'),
      },
    },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { minify: true, entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
