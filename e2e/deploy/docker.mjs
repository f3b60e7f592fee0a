/** `docker` for the commands of the documents: tells the test that runs them (FAIRLEAD_DOCKER) and says its answer. */
import process from 'node:process';

const { FAIRLEAD_DOCKER: url = '', PUBLIC_URL, FEED } = process.env;
const body = JSON.stringify({ words: process.argv.slice(2), shell: { PUBLIC_URL, FEED } });
const answer = await fetch(url, { method: 'POST', body });
const text = await answer.text();
(answer.ok ? process.stdout : process.stderr).write(text);
process.exitCode = answer.ok ? 0 : 1;
