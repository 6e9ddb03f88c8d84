import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/panel/',
  plugins: [react()],
  // One bundle for each route; what a person waits for first is the shell alone.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1024,
  },
  // `npm start` beside it: the panel's own server answers what is asked of the product.
  server: { port: 5173, proxy: { '/panel/api': { target: 'http://127.0.0.1:3000', changeOrigin: true } } },
});
