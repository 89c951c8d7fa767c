// A host that lets an acting tool run only while the session has read no stranger's text. Run: node guarded-agent.mjs
import { createSallyport } from 'sallyport';

/** Wraps a tool that acts: refused once the session is tainted, unless a person says yes. */
function guarded(sallyport, session, act, confirm) {
  return async (args) => {
    const since = await sallyport.tainted(session);
    if (
      since !== null &&
      !(await confirm(`This session has read text from the web since ${since}. Run it all the same?`))
    ) {
      return { ok: false, why: 'refused: the session has read untrusted text' };
    }
    return { ok: true, result: await act(args) };
  };
}

const sallyport = await createSallyport({ settings: { 'search.provider': 'local' } });
const session = 'guarded-agent';
const sendMail = guarded(
  sallyport,
  session,
  async ({ to }) => `sent to ${to}`,
  async () => false,
);

console.log(JSON.stringify(await sendMail({ to: 'me@example.com' })));
await sallyport.call('web_search', { query: 'abort signal timeout' }, { session });
console.log(JSON.stringify(await sendMail({ to: 'me@example.com' })));
await sallyport.close();
