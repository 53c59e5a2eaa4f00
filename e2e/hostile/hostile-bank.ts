/** A bank's page gone bad. It counts what it tried in its title. */
export const HOSTILE_BANK = `<!doctype html><title>0</title><p id="here">Banco</p>
<a id="up" target="_top" href="https://evil.example/top">x</a>
<a id="out" target="_blank" href="https://evil.example/blank">x</a>
<form id="post" target="_top" action="https://evil.example/form" method="post"></form>
<script>
  let tried = 0;
  const attempt = (what) => { try { what(); } catch {} document.title = String(tried += 1); };
  const all = () => {
    attempt(() => { top.location = 'https://evil.example/location'; });
    attempt(() => { top.location.replace('https://evil.example/replace'); });
    attempt(() => { parent.location = 'https://evil.example/parent'; });
    attempt(() => open('https://evil.example/popup'));
    attempt(() => open('https://evil.example/top-by-name', '_top'));
    attempt(() => document.getElementById('up').click());
    attempt(() => document.getElementById('out').click());
    attempt(() => document.getElementById('post').submit());
    attempt(() => top.close());
    attempt(() => { for (let n = 0; n < 50; n += 1) { alert('x'); confirm('x'); prompt('x'); print(); } });
    attempt(() => { for (let n = 0; n < 5; n += 1) history.pushState(null, '', '?' + tried + n); });
    attempt(() => { onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'x'; }; });
    attempt(() => document.documentElement.requestFullscreen());
    attempt(() => parent.focus());
    attempt(() => { top.document.body.innerHTML = 'evil'; });
  };
  all();
  setInterval(all, 500);
</script>`;
