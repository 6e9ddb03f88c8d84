import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/panel/',
  plugins: [react()],
  // One bundle for each route, so that the first load only needs the shell.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1024,
  },
  // For development beside `npm start`: Vite forwards API requests to the product.
  server: { port: 5173, proxy: { '/panel/api': { target: 'http://127.0.0.1:3000', changeOrigin: true } } },
});
