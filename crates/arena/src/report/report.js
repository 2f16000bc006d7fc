(()=>{const plays=JSON.parse(document.getElementById('data').textContent),root=document.getElementById('plays');
const select=root.querySelector('select'),pre=root.querySelector('pre'),out=root.querySelector('output'),list=root.querySelector('.moves');
let at=0;
for(const [i,p] of plays.entries()){const o=document.createElement('option');o.value=i;
o.textContent=`${p.n}. ${p.names.map((n,k)=>`${n} ${p.scores[k]}`).join(' – ')}`;select.append(o)}
function show(){const p=plays[select.selectedIndex];if(!p)return;at=Math.max(0,Math.min(at,p.moves.length));
pre.hidden=!p.frames.length;pre.textContent=p.frames[at]??'';out.textContent=`${at} / ${p.moves.length}`;list.replaceChildren();
p.moves.forEach(([by,text],k)=>{const e=document.createElement(k+1===at?'b':'span');e.textContent=`${by||'∗'}:${text} `;list.append(e)})}
select.addEventListener('change',()=>{at=plays[select.selectedIndex]?.frames.length?0:Infinity;show()});
root.addEventListener('click',e=>{const by=e.target.dataset?.by;if(by){at+=Number(by);show()}});
root.addEventListener('keydown',e=>{if(e.key==='ArrowRight'){at++;show();e.preventDefault()}if(e.key==='ArrowLeft'){at--;show();e.preventDefault()}});
select.selectedIndex=0;show()})();
