S='apps/server/src/'
out=[]
def m(dest, *names):
    for n in names:
        if ':' in n: o,nn=n.split(':')
        else: o,nn=n,n.split('/')[-1]
        out.append((S+(o if o.endswith('/') else o+'.ts'), S+dest+'/'+(nn if o.endswith('/') else nn+'.ts')))
def v(dest,*ns): m(dest,*['services/'+n for n in ns])
def q(dest,*ns): m(dest,*['store/'+n for n in ns])
def r(dest,*ns): m(dest,*['routes/'+n for n in ns])
# ---- core
out += [(S+'sequencer/',S+'core/sequencer/'),(S+'realtime/',S+'core/realtime/'),(S+'processes/',S+'core/processes/'),(S+'plugins/',S+'core/http/'),(S+'i18n/',S+'core/texts/'),(S+'backup/',S+'core/backup/'),(S+'store/migrations/',S+'core/store/migrations/')]
m('core/config','config','config-approvals','config-backup','config-chains','config-database','config-feed','config-heads','config-mode','config-processes','config-push','config-secrets','config-values')
m('core/http','app','limits:limits')
r('core/http','handler','money','health')
v('core/http','field-problems','decimals:field-decimals','views:view-amounts','figures:figures','turns','user-turns','ip-list','work:proof-of-work','events')
v('core/texts','texts')
v('core/operations','chore','housekeeping','metrics','operation-gauges','schedules','schedule-gauges','standby-health','presence','privileges-report','clock-keeper','index-pump:index-pump','csv','trading:trading-mode','secrets','secrets-rekey','deployment','order-gate')
r('core/operations','operator-system','operator-trading')
q('core/operations','operation-figures','rekey-queries')
q('core/store','balance-record','batch-encoder','batch-statements','batch-writer','bulk-session','bulk-tables','clock-queries','database','database-away','database-roles','durable-node-fs','exchange-mark','folder-copy','folder-lock','guarded-tries','leader-queries','limits','lookup-queries','maintenance','migrator','mutex','open-database','pages','pg-session','pglite-database','pglite-messages','pglite-stream','pglite-worker','postgres-database','private-folder','reconciliation','replication','restored','settings-queries','snapshot-reader','statement-builders','trading-record','published-queries')
# ---- spot
r('spot','spot:routes'); q('spot','order-queries:queries','order-record:record'); 
# ---- futures
r('futures','futures:routes','operator-futures:operator-routes')
v('futures','futures:desk','futures-effects:effects','futures-gauges:gauges','futures-views:views','operators-futures-terms:terms','seed/futures:seed')
q('futures','futures-record:record','batch-futures:batch','position-queries:queries')
# ---- options
r('options','options:routes','operator-options:operator-routes')
v('options','options:desk','option-effects:effects','option-gauges:gauges','option-views:views','operators-option-terms:terms','due-options:due','seed/options:seed')
q('options','option-record:record','option-statements:statements','batch-options:batch','option-queries:queries')
# both
v('derivatives','derivative-terms:terms','seed/derivatives:seed','exposure')
r('derivatives','operator-exposure:exposure-routes')
# ---- hosting
r('hosting','hosting:routes','operator-hosting:operator-routes')
v('hosting','hosting:desk','hosting-effects:effects','hosting-notices:notices','hosting-report:report','hosting-views:views','operators-hosting-terms:terms','seed/hosting:seed')
q('hosting','hosting-record:record','hosting-queries:queries','batch-hosting:batch')
# ---- offerings
r('offerings','offerings:routes','operator-offerings:operator-routes')
v('offerings','offerings:desk','offering-effects:effects','offering-notices:notices','offering-views:views','operators-offering-terms:terms','operators-subscriptions:subscriptions','seed/offering:seed','seed/offering-texts:seed-texts')
q('offerings','offering-record:record','offering-queries:queries','batch-offerings:batch')
# ---- referral
r('referral','referral:routes','operator-referral:operator-routes')
v('referral','referral:service','referral-effects:effects','referral-ranking:ranking','operators-referral-terms:terms','poster','seed/referral:seed')
q('referral','referral-record:record','referral-queries:queries','referral-sums-queries:sums-queries','batch-referral:batch')
# ---- custody
r('custody','custody:routes','custody-payees:payee-routes','operator-custody:operator-routes','operator-payees:operator-payee-routes','operator-terms:operator-terms-routes','signer:signer-routes')
v('custody','addresses','bank-cards','custody-notices:notices','custody-services:create','custody-terms:terms','custody-views:views','deposits','iban','lone-rule','operators-custody-terms:operator-terms','operators-custody-views:operator-views','operators-deposits:operator-deposits','operators-withdrawals:operator-withdrawals','payee-guard','send-evidence','sent-marks','signer-desk','vip','withdrawal-intent','withdrawals','seed/custody:seed')
q('custody','address-queries','bank-card-queries','batch-custody:batch','custody-queries:queries','custody-record:record','custody-terms-queries:terms-queries','deposit-queries','lone-word-queries','operator-custody-queries:operator-queries','signer-queries')
# ---- chains
out.append((S+'chains/',S+'chains/'))
q('chains','chain-queries:queries','chain-transfers:transfers')
# ---- ledger
r('ledger','assets:routes','available','operator-ledger:operator-routes')
v('ledger','balance-sheet','corrections','correction-views','ledger-accounts','past-sums','worth')
q('ledger','ledger-queries:queries','ledger-explorer-queries:explorer-queries','correction-queries')
# ---- portfolio
r('portfolio','portfolio:routes')
v('portfolio','calendar-days','portfolio-history:history','portfolio:service','statement','own-export-kind:export-kind','own-export-money:export-money','own-export-trading:export-trading','own-exports:exports')
q('portfolio','portfolio-queries:queries','own-export-queries:export-queries')
# ---- receipts
r('receipts','settlement:routes')
v('receipts','receipt-views:views','refund-views')
out.append((S+'services/heads/',S+'receipts/'))
q('receipts','receipt-queries:queries','receipt-record:record','batch-receipts:batch','refund-queries','head-queries','past-compare','past-queries')
# ---- liabilities
r('liabilities','liabilities:routes','operator-liabilities:operator-routes')
out.append((S+'services/liabilities/',S+'liabilities/'))
q('liabilities','liability-queries:queries','reserve-queries')
# ---- market
r('market','markets:routes','operator-markets:operator-routes')
out += [(S+'services/candles/',S+'market/candles/'),(S+'services/market-data/',S+'market/data/'),(S+'feeds/',S+'market/feeds/')]
v('market','market-effects:effects','operators-terms:operator-terms','present-terms','terms:catalogue','replay-position','feed-seed','seed/terms:seed')
q('market','candle-queries','grid-queries','market-queries:queries')
# ---- identity
r('identity','identity:routes','identity-security:security-routes','session:session-routes')
v('identity','identity:service','identity-accounts:accounts','identity-passwords:passwords','identity-services:create','identity-sessions:sessions','identity-throttle:throttle','identity-users:users','code-budgets','codes','fund-passwords','masks','otp','security-locks','user-otp')
q('identity','code-queries','fund-password-queries','otp-queries','session-queries','user-queries','people-queries')
# ---- verification (with pictures)
r('verification','verification:routes','files:file-routes')
v('verification','verification:service','verification-views:views','files','files-intake','files-pictures','files-vault')
q('verification','verification-queries:queries','file-queries')
# ---- chat
r('chat','chat:routes','operator-chat:operator-routes')
v('chat','chat:service','chat-desk:desk','chat-hours:hours','chat-settings:settings','chat-texts:texts','chat-transcript:transcript','chat-views:views')
q('chat','chat-queries:queries','chat-desk-queries:desk-queries','chat-record:record')
# ---- content
r('content','guidance:routes','operator-guidance:operator-routes','operator-news:operator-news-routes')
v('content','legal','news-desk','seed/articles:seed-articles','seed/legal:seed-legal','seed/news:seed-news')
out += [(S+'services/seed/legal/',S+'content/seed/legal/'),(S+'services/seed/news/',S+'content/seed/news/'),(S+'services/seed/help/',S+'content/seed/help/')]
q('content','legal-queries','news-queries','news-desk-queries','office-queries','seeded-article-queries')
# ---- notices
r('notices','notifications:routes')
v('notices','alert-board','alerts','announcements','codes-channels:channels','codes-outbox:outbox','messages','messages-texts:message-texts','notice','notification-services:create','notification-wishes:wishes','push','push-keys','push-service','trade-notices')
q('notices','alert-queries','favourite-queries','message-queries','notification-queries','outbox-queries','outcome-queries','push-queries')
# ---- operators
r('operators','operator-session:session-routes','operator-team:team-routes','operator-users:user-routes','operators:routes')
v('operators','create-operators:create','exports','operators:service','operators-acts:acts','operators-admin:admin','operators-audit:audit','operators-enrolment:enrolment','operators-factors:factors','operators-gate:gate','operators-reveals:reveals','operators-views:views','queue-leases','second-operators','proposals','proposals-payloads:proposal-payloads','proposals-effects:proposal-effects')
q('operators','enrolment-queries','operator-audit-queries:audit-queries','operator-factor-queries:factor-queries','operator-queries:queries','operator-user-queries:user-queries','operator-view-queries:view-queries','proposal-queries','export-queries')
# ---- terms
v('terms','terms-change:change','terms-effects:effects','terms-notices:notices','terms-policy:policy','terms-saves:saves','terms-upcoming:upcoming','terms-words:words','seed/put-in-force:put-in-force')
q('terms','terms-notice-queries:notice-queries')
# ---- bots
r('bots','api-keys:routes')
v('bots','api-keys')
q('bots','api-key-queries','bot-queries')
out += [(S+'binance/',S+'bots/binance/'),(S+'udf/',S+'bots/udf/')]
# ---- demo
r('demo','operation:routes')
v('demo','faucet','first-start','bots')
q('demo','faucet-queries')
# ---- root
v('.','create-services'); r('.','handlers')
for o,n in out: print(o,n.replace('/./','/'))
