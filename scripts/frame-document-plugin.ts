import type { Plugin } from 'vite';

/**
 * Puts a frame document's entry script and styles into the document itself: one request less in
 * series before a buyer can type. The service allows them by hash, so nothing else inline runs.
 */
export function inlineFrameDocuments(environments: readonly string[]): Plugin {
  return {
    name: 'inline-frame-documents',
    enforce: 'post',
    applyToEnvironment: ({ name }) => environments.includes(name),
    generateBundle(_options, bundle) {
      const document = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'));
      if (document?.type !== 'asset') throw new Error('a frame document has no html');
      let html = String(document.source);
      for (const [fileName, file] of Object.entries(bundle)) {
        const tag = findTag(html, fileName);
        if (tag === null) continue;
        delete bundle[fileName];
        html = html.replace(tag, '');
        if (file.type === 'chunk') {
          const code = file.code.trim().replaceAll('</script', '<\\/script');
          html = insertBefore('</body>', html, `<script type="module">${code}</script>`);
        } else {
          html = insertBefore('</head>', html, `<style>${String(file.source).trim()}</style>`);
        }
      }
      document.source = html.replace(/\n\s+/g, '\n');
    },
  };
}

/** Lays a document out at the root of its folder, wherever its source stands. */
export function flattenDocuments(environments: readonly string[]): Plugin {
  return {
    name: 'flatten-documents',
    enforce: 'post',
    applyToEnvironment: ({ name }) => environments.includes(name),
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.html')) continue;
        file.fileName = file.fileName.slice(file.fileName.lastIndexOf('/') + 1);
      }
    },
  };
}

/** The tag that loads `fileName`, where the document has one. */
function findTag(html: string, fileName: string): string | null {
  const file = fileName.replaceAll('.', '\\.');
  const pattern = `<script[^>]*src="[^"]*${file}"[^>]*></script>|<link[^>]*href="[^"]*${file}"[^>]*>`;
  return new RegExp(pattern).exec(html)?.[0] ?? null;
}

function insertBefore(mark: string, html: string, text: string): string {
  return html.replace(mark, () => `${text}${mark}`);
}
