S='packages/engine/src/'; T='packages/engine/test/'
out=[]
def m(dest,*ns):
    for n in ns:
        o,_,nn=n.partition(':'); out.append((S+o+'.ts', S+dest+'/'+(nn or o.split('/')[-1])+'.ts'))
def h(dest,*ns): m(dest,*['handlers/'+n for n in ns])
def t(dest,*ns):
    for n in ns:
        o,_,nn=n.partition(':'); 
        if not o.endswith('.ts'): o+='.test.ts'
        if nn and not nn.endswith('.ts'): nn+='.test.ts'
        out.append((T+o,S+dest+'/test/'+(nn or o)))
h('futures','futures-accounts:accounts','check-futures:check-invariants','futures-opening:opening','futures-find:find','futures-waiting:waiting','futures-terms:configure','futures-tick:tick','futures-open:open','futures-close:close','futures-receipts:receipts','futures-stops:stops')
h('options','options-accounts:accounts','options-delivery:delivery','options-terms:configure','options-buy:buy','options-receipts:receipts','options-check:check-invariants')
h('hosting','hosting-check:check-invariants','hosting-interest:interest','hosting-terms:configure','hosting-buy:buy','hosting-redeem:redeem','hosting-accounts:accounts')
out.append((S+'offering/',S+'offerings/'))
h('offerings','offering-decide:decide','offering-check:check-invariants','offering-subscribe:subscribe','offering-terms:configure','offering-accounts:accounts','offering-release:release')
h('referral','referral-check:check-invariants','referral-terms:configure','referral-payout:payout','referral-bind:bind','referral-partner:partner','referral-accrue:accrue')
h('custody','custody-checks:checks','withdrawal-commands','custody-entries:entries','deposit-commands','decide-deposit','mark-withdrawal','check-custody:check-invariants','lone-words:lone-word-rules')
m('custody','custody-rows:rows')
h('spot','place-order','cancel-order','settle-trades','order-checks','placed-order','traded-market')
out.append((S+'orders/',S+'spot/'))
h('market','terms-commands:configure')
h('ledger','coin-accounts','journal','money-commands:commands','recent-references')
h('state','check-invariants','change-log','take-changes','results','state-hash','state','snapshot','receipts','trading-mode','declare-loss','shown-terms','schedule','schedules','parking-need','wealth-records','derivatives','wealth')
t('futures','futures.test.ts:futures','futures-terms:terms','futures-triggers:triggers','futures-reject-rows.ts:reject-rows.ts','futures-crash:crash','futures-restore:restore','futures-model:model','futures-story.ts:story.ts','futures-waiting:waiting','futures-words.ts:words.ts')
t('options','options-settlements:settlements','options-reject-rows.ts:reject-rows.ts','options','options-story.ts:story.ts','options-restore:restore','options-offer:offer','options-example:example','options-model:model','options-delivery:delivery','options-words.ts:words.ts','options-refunds:refunds')
t('hosting','hosting-reject-rows.ts:reject-rows.ts','hosting-model:model','hosting-story.ts:story.ts','hosting-cases:cases','hosting-words.ts:words.ts','hosting','hosting-restore:restore','hosting-example:example')
t('offerings','offering-model:model','offering-tables.ts:tables.ts','offering','offering-story.ts:story.ts','offering-reject-rows.ts:reject-rows.ts','offering-cases:cases','offering-words.ts:words.ts','offering-restore:restore')
t('referral','referral-tables.ts:tables.ts','referral-model:model','referral-words.ts:words.ts','referral','referral-story.ts:story.ts')
t('custody','custody-model:model','custody-story.ts:story.ts','custody-reject-rows.ts:reject-rows.ts','custody-words.ts:words.ts','deposits','withdrawals','money-cases','lone-words')
t('spot','scenarios','grids','kept-terms','book-driver.ts','compare-with-naive.ts','model','canary')
t('market','index-cases')
for o,n in out: print(o,n)
