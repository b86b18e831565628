// Lets the installed app open without a connection. It stores the app's own files, whose names change with their
// content, and the page that says that there is no connection: never an answer of the API, so never a price or balance.
const FILES = 'vitrine-files';
const MOST_FILES = 300;
const OFFLINE = ['/offline.html', '/offline.css', '/mark.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => stored('/offline.html')));
    event.waitUntil(removeOld());
  } else if (OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => stored(pathname)));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

async function stored(name) {
  return (await caches.match(name)) ?? Response.error();
}

async function asset(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  // Part of a file cannot be stored, and a full disk must not cost the page its script.
  if (answer.status === 200) store(request, answer.clone()).catch(() => {});
  return answer;
}

async function store(request, answer) {
  const cache = await caches.open(FILES);
  await cache.put(request, answer);
}

// Once per page: listing the files for each of them would slow down the page's start.
async function removeOld() {
  const cache = await caches.open(FILES);
  const names = await cache.keys();
  const old = names.filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
  await Promise.all(old.slice(0, Math.max(0, old.length - MOST_FILES)).map((name) => cache.delete(name)));
}
