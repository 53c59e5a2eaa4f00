window.Floor = {
  mount(target, url) {
    const frame = document.createElement('iframe');
    let settle;
    const next = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    const hear = (event) => event.source === frame.contentWindow && settle(event.data);
    addEventListener('message', hear);
    frame.style.cssText = 'display:block;width:100%;height:387px;border:0';
    frame.src = url;
    document.querySelector(target).append(frame);
    return {
      ready: next(),
      submit() {
        frame.contentWindow.postMessage('submit', '*');
        return next();
      },
      unmount() {
        removeEventListener('message', hear);
        frame.remove();
      },
    };
  },
};
