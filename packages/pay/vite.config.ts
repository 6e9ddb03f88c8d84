// Builds the payment page's scripts and style sheets into dist, and the card fields of payment providers, which share `card-form.js`.
import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** The card fields of each provider, as `<provider>-card-fields`. */
const cardFields = Object.fromEntries(
  globSync('../server/src/providers/payments/*/page/card-fields.ts', { cwd: root }).map((file) => [
    `${file.split(path.sep).at(-3)}-card-fields`,
    path.join(root, file),
  ]),
);

/** The style sheets by name. */
const styleSheets = Object.fromEntries(
  globSync('src/style/*.css', { cwd: root }).map((file) => [path.basename(file, '.css'), path.join(root, file)]),
);

export default defineConfig({
  build: {
    target: 'es2022',
    // Without it Vite adds a loader of style sheets to each script that imports another when needed.
    lib: {
      formats: ['es'],
      entry: {
        pay: path.join(root, 'src/browser/pay.ts'),
        ...styleSheets,
        ...cardFields,
      },
    },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
