// Actual's own client at a server: what it sees of a budget, after adding what it is told to, and what it exports, as one JSON object.
import * as api from '@actual-app/api';

const { address, password, sync, folder, add } = JSON.parse(process.argv[2]);
const write = process.stdout.write.bind(process.stdout);
console.log = console.info = console.debug = () => {};

await api.init({ dataDir: folder, serverURL: address, password });
await api.downloadBudget(sync);
const accounts = await api.getAccounts();
for (const [name, entries] of Object.entries(add ?? {})) {
  await api.addTransactions(accounts.find(each => each.name === name).id, entries, { runTransfers: true });
}
await api.sync();
const payees = Object.fromEntries((await api.getPayees()).map(payee => [payee.id, payee.name]));
const seen = {};
for (const account of accounts) {
  const entries = await api.getTransactions(account.id, '2020-01-01', '2030-01-01');
  seen[account.name] = entries.map(entry => ({ ...entry, payee: payees[entry.payee] ?? null }));
}
const exported = await api.exportBudget();
write(JSON.stringify({ seen, exported: Buffer.from(exported).toString('base64') }));
await api.shutdown();
